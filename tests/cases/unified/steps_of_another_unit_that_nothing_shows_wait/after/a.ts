import { order } from './order';
import { item } from '../item';

export const render = () => {
  return item(order);
};
