# One image for every service: the command picks which, for instance
#   docker run IMAGE services/gateway/src/main.ts
# It has no sandbox bank. A deployment with MODE=test needs that of `--target sandbox`, which has.
# Only the dashboard and the packages for clients are built: Node strips the types of the services as it loads them. It does so only
# outside node_modules, so the workspaces must stay the symbolic links that npm makes of them.
# The base by digest, so that the same image is built again: --build-arg BASE=node@sha256:...
ARG BASE=node:26.10.0-slim
FROM ${BASE} AS dashboard

WORKDIR /app

COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY packages/cli/package.json packages/cli/
COPY packages/client/package.json packages/client/
COPY packages/command-line/package.json packages/command-line/
COPY packages/contracts/package.json packages/contracts/
COPY packages/design/package.json packages/design/
COPY packages/platform/package.json packages/platform/
COPY packages/receiver-check/package.json packages/receiver-check/
COPY web/dashboard/package.json web/dashboard/
RUN --mount=type=cache,target=/root/.npm npm ci --workspace web/dashboard --workspace packages/cli

COPY packages packages
COPY web web
COPY LICENSE ./
RUN npm run build --workspace web/dashboard && node packages/launcher/src/build/packages.ts

# The dependencies are installed again only when one of these changes.
FROM ${BASE} AS manifests

WORKDIR /app

COPY package.json package-lock.json .npmrc ./
COPY packages/approvals/package.json packages/approvals/
COPY packages/command-line/package.json packages/command-line/
COPY packages/contracts/package.json packages/contracts/
COPY packages/design/package.json packages/design/
COPY operator/package.json operator/
COPY packages/pix/package.json packages/pix/
COPY packages/platform/package.json packages/platform/
COPY services/auth/package.json services/auth/
COPY services/charges/package.json services/charges/
COPY services/gateway/package.json services/gateway/
COPY services/ledger/package.json services/ledger/
COPY services/webhooks/package.json services/webhooks/

# Only what the services need: not the root's tools, nor the pinned Node that the base image brings.
FROM manifests AS dependencies

RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev \
      --workspace services/auth --workspace services/charges --workspace services/gateway \
      --workspace services/ledger --workspace services/webhooks --workspace operator

FROM manifests AS sandbox-dependencies

COPY sandbox/bank/package.json sandbox/bank/
COPY sandbox/deposit-check/package.json sandbox/deposit-check/
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev \
      --workspace services/auth --workspace services/charges --workspace services/gateway \
      --workspace services/ledger --workspace services/webhooks --workspace sandbox/bank \
      --workspace sandbox/deposit-check --workspace operator

FROM scratch AS services

WORKDIR /app

COPY proto proto
COPY packages packages
COPY services services
COPY operator operator
COPY tools tools
COPY docs docs
COPY CHANGELOG.md ./
COPY --from=dashboard /app/web/dashboard/dist web/dashboard/dist
COPY --from=dashboard /app/services/gateway/dist services/gateway/dist

FROM sandbox-dependencies AS sandbox

COPY --from=services /app ./
COPY sandbox sandbox
RUN sh tools/image/finish.sh
# Requests leave much to collect after a short life: in a pod's memory V8 would give that too little room.
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/.compiled NODE_OPTIONS=--max-semi-space-size=64
USER 1000:1000
RUN sh tools/image/load-programs.sh
ENTRYPOINT ["node", "--import", "@entrada/platform/telemetry/register"]

# The last stage is what is built unless another is asked for: without the sandbox, otherwise as above.
FROM dependencies AS live

COPY --from=services /app ./
RUN sh tools/image/finish.sh
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/.compiled NODE_OPTIONS=--max-semi-space-size=64
USER 1000:1000
RUN sh tools/image/load-programs.sh
ENTRYPOINT ["node", "--import", "@entrada/platform/telemetry/register"]
