# Loads every program once: one that misses a module fails here, and what Node compiled is kept, so that
# a start costs half. Without settings a program stops with 78, before it does anything.
for main in services/*/src/main.ts sandbox/*/src/main.ts; do
  # The image for live mode has no sandbox.
  [ -e "$main" ] || continue
  node --import @entrada/platform/telemetry/register "$main" 2>/tmp/said
  [ $? = 78 ] || { cat /tmp/said; exit 1; }
done
rm /tmp/said
operator --help >/dev/null
