# One image for every service: the command picks which, for instance
#   docker run IMAGE services/gateway/src/main.ts
# It has no sandbox bank. A deployment with MODE=test needs that of `--target sandbox`, which has.
# Only the dashboard is built: Node strips the types of the services as it loads them. It does so only
# outside node_modules, so the workspaces must stay the symbolic links that npm makes of them.
# The base by digest, so that the same image is built again: --build-arg BASE=node@sha256:...
ARG BASE=node:26.10.0-slim
FROM ${BASE} AS dashboard

WORKDIR /app

COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY packages/client/package.json packages/client/
COPY packages/contracts/package.json packages/contracts/
COPY packages/design/package.json packages/design/
COPY web/dashboard/package.json web/dashboard/
RUN --mount=type=cache,target=/root/.npm npm ci --workspace web/dashboard

COPY packages/client packages/client
COPY packages/contracts packages/contracts
COPY packages/design packages/design
COPY web web
RUN npm run build --workspace web/dashboard

FROM ${BASE} AS dependencies

WORKDIR /app

# Manifests first: the dependencies are installed again only when one of these changes.
COPY package.json package-lock.json .npmrc ./
COPY packages/command-line/package.json packages/command-line/
COPY packages/contracts/package.json packages/contracts/
COPY packages/design/package.json packages/design/
COPY packages/operator/package.json packages/operator/
COPY packages/pix/package.json packages/pix/
COPY packages/platform/package.json packages/platform/
COPY services/auth/package.json services/auth/
COPY services/charges/package.json services/charges/
COPY services/gateway/package.json services/gateway/
COPY services/ledger/package.json services/ledger/
COPY services/webhooks/package.json services/webhooks/

# Only what the services need: not the root's tools, nor the pinned Node that the base image brings.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev \
      --workspace services/auth --workspace services/charges --workspace services/gateway \
      --workspace services/ledger --workspace services/webhooks --workspace packages/operator

# With those of the sandbox, in a stage without sources: a changed source does not install them again.
FROM dependencies AS sandbox-dependencies

COPY sandbox/bank/package.json sandbox/bank/
COPY sandbox/deposit-check/package.json sandbox/deposit-check/
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev \
      --workspace services/auth --workspace services/charges --workspace services/gateway \
      --workspace services/ledger --workspace services/webhooks --workspace sandbox/bank \
      --workspace sandbox/deposit-check --workspace packages/operator

FROM dependencies AS services

COPY proto proto
COPY packages packages
COPY services services
COPY scripts scripts
COPY docs docs
COPY CHANGELOG.md ./
COPY --from=dashboard /app/web/dashboard/dist web/dashboard/dist

# What is inside, for scanners.
RUN node scripts/sbom.ts >sbom.cdx.json

# Requests leave much to collect after a short life: in a pod's memory V8 would give that too little room.
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/.compiled NODE_OPTIONS=--max-semi-space-size=64
# What operators run in a pod: operator <command>.
RUN install -d -o 1000 -g 1000 .compiled && ln -s /app/packages/operator/src/main.ts /usr/local/bin/operator
USER 1000:1000

# Loads every program once: one that misses a module fails here, and what Node compiled is kept, so that
# a start costs half. Without settings a program stops with 78, before it does anything.
RUN for main in services/*/src/main.ts; do \
      node --import @entrada/platform/telemetry/register "$main" 2>/tmp/said; \
      [ $? = 78 ] || { cat /tmp/said; exit 1; }; \
    done; rm /tmp/said; \
    operator --help >/dev/null

ENTRYPOINT ["node", "--import", "@entrada/platform/telemetry/register"]

# Before the last stage, which is what is built unless another is asked for.
FROM services AS sandbox

USER root
COPY --from=sandbox-dependencies /app ./
COPY sandbox sandbox
RUN node scripts/sbom.ts >sbom.cdx.json
# Nothing is installed or built in a pod.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn*
USER 1000:1000
RUN for main in sandbox/*/src/main.ts; do \
      node --import @entrada/platform/telemetry/register "$main" 2>/tmp/said; \
      [ $? = 78 ] || { cat /tmp/said; exit 1; }; \
    done; rm /tmp/said

FROM services AS live

USER root
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn*
USER 1000:1000
