describe('jar', () => {
  it('loads', () => {
    expect(load()).toBe(1);
  });
});
