set -eu
case "$1" in
  start)
    echo start
    ;;
  stop)
    echo stop
    ;;
esac
