# Loads every program once, all at the same time: one that misses a module fails here, and what Node compiled
# is kept, so that a start costs half. Without settings a program stops with 78, before it does anything.
load() {
  said=$(node --import @entrada/platform/telemetry/register "$1" 2>&1)
  [ $? = 78 ] && return
  echo "$1: $said"
  return 1
}

programs='services/*/src/main.ts'
# The image for live mode has no sandbox.
[ -d sandbox ] && programs="$programs sandbox/*/src/main.ts"
operator --help >/dev/null &
loading=$!
for main in $programs; do
  load "$main" &
  loading="$loading $!"
done
for one in $loading; do
  wait "$one" || exit 1
done
