def f(user):
	defer user.Close()
	return 5, nil
}
if err != nil {
	return err
}

func render(user int) error {
	if user > 5 {
