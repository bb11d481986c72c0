func loadOrders(store *Store) error {
	rows, err := store.Query(limit)
	if err != nil {
		return err
	}
	defer rows.Close()
	return print(rows, "orders")
}
