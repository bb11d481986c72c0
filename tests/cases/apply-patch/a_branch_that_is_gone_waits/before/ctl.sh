case "$1" in
  start)
    run_server --port 8080
    ;;
  stop)
    stop_server
    ;;
esac
