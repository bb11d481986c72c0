export class Shop {
  private items: string[] = [];

  add(item: string) {
    this.items.push(item);
    return this.items.length;
  }

  clear() {
    this.items = [];
  }

  total() {
    return this.items.length;
  }
}

export const LAST = 1;
