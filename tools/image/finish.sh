# Completes the image, as root, when all its files are there.
set -e
# What is inside, for scanners.
node tools/image/sbom.ts >sbom.cdx.json
# Where load-programs.sh keeps what Node compiled.
install -d -o 1000 -g 1000 .compiled
# What operators run in a pod: operator <command>.
ln -s /app/operator/src/main.ts /usr/local/bin/operator
# Nothing is installed or built in a pod.
rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn*
