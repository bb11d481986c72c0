package queue

/*
 * Close ends it.
 */
func (q *Queue) Close() {
	q.closed = true
}
