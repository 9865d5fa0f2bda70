import { typedFilter } from './typed-filter';

it.each<[string, object | undefined]>([
  ['dev|', { start: 0, name: undefined, word: 'dev' }],
  ['vpn dev|', { start: 4, name: undefined, word: 'dev' }],
  ['|', { start: 0, name: undefined, word: '' }],
  ['device:|', { start: 0, name: 'device', word: '' }],
  ['vpn DEVICE:off| x', { start: 4, name: 'device', word: 'off' }],
  ['device:"OFFICE P|', { start: 0, name: 'device', word: 'OFFICE P' }],
  ['device:"OFFICE PC" ty|', { start: 19, name: undefined, word: 'ty' }],
  ['device:"OFFICE PC"|', undefined],
  ['de|vice', undefined],
  ['https://dev|', undefined],
])('in "%s"', (marked, expected) => {
  const caret = marked.indexOf('|');
  expect(typedFilter(marked.replace('|', ''), caret)).toEqual(expected);
});
