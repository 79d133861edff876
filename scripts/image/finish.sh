# As root, when all files of the image are there: what is inside, for scanners; a folder for what Node compiles;
# `operator <command>` for operators; and without npm, because nothing is installed or built in a pod.
set -e
node scripts/sbom.ts >sbom.cdx.json
install -d -o 1000 -g 1000 .compiled
ln -s /app/packages/operator/src/main.ts /usr/local/bin/operator
rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn*
