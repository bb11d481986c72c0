package queue

func (q *Queue) Close() {
	q.closed = true
}
