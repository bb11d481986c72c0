export class Shop {
  private items: string[] = [];

  add(item: string) {
    this.items.push(item);
    return this.items.length;
  }

  total() {
    return this.items.length;
  }
}

export const LAST = 1;
