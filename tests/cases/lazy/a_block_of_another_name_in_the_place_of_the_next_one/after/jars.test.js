describe('jars', () => {
  it('adds', () => {
    const jar = new Jar();
    jar.add(1);
    expect(jar.size).toBe(1);
  });

  it('removes', () => {
    const jar = new Jar();
    jar.add(1);
    jar.remove(1);
    expect(jar.size).toBe(0);
  });
});
