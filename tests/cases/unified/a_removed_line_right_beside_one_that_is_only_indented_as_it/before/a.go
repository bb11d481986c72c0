func render(w W, data []D) {
	if len(data) > 0 {
		format(w, data)
	} else {
		w.Write(nil)
	}
}
