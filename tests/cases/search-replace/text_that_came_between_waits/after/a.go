func fetch(id int) error {
	if id == 0 {
		return errNoUser
	}
	return errNotYet
}
type user_group struct {
	user string
	group int
}
