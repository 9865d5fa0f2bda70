import { createStorage } from './storage';

it('keeps the services apart, and clears nothing but its own', () => {
  const [product, content] = [createStorage('product'), createStorage('content')];
  product.setItem('graphiql:query', '{ viewer { id } }');
  content.setItem('graphiql:query', '{ footer { copyrightText } }');
  localStorage.setItem('auth', 'session');
  expect(product.getItem('graphiql:query')).toBe('{ viewer { id } }');
  product.clear();
  expect([product.length, content.length, localStorage.getItem('auth')]).toEqual([0, 1, 'session']);
});

it('stores the history without headers', () => {
  const history = { queries: [{ query: '{ viewer { id } }', headers: '{ "Authorization": "Bearer blk_secret" }' }] };
  createStorage('product').setItem('graphiql:queries', JSON.stringify(history));
  expect(JSON.stringify(localStorage)).not.toContain('blk_secret');
  expect(createStorage('product').getItem('graphiql:queries')).toContain('viewer');
});
