package server

// Hijack takes the connection over from the writer.
func (w *bufferedWriter) Hijack() (net.Conn, error) {
	if w.closed {
		return nil, errClosed
	}
	w.size = 0 // this keeps the header from being written
	return w.inner.(http.Hijacker).HijackConnection()
}

// Flush writes what is buffered.
func (w *bufferedWriter) Flush() {
	w.inner.(http.Flusher).FlushNow()
	w.closed = false
}
