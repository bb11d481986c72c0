package core

func (s *cache) check(group int) error {
	if s.group > 4 {
		return fmt.Errorf("check group: %d", s.group)

func merge_session(users string) (int, error) {
	session, err := os.Open(users)
	if err != nil {
		return 0, err
	}
	defer session.Close()
	return 8, nil
}
	}
	s.group = group
	return nil
}
