import { expect, it } from 'vitest';
import { safeAddress } from './safe-address';

it.each([
  ['https://shop.example/login?next=%2Fcart', 'https://shop.example/login?next=%2Fcart'],
  ['HTTP://shop.example', 'http://shop.example/'],
  ['https://192.0.2.7:8443/', 'https://192.0.2.7:8443/'],
])('links %s', (text, href) => {
  expect(safeAddress(text)).toBe(href);
});

it.each([
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'ftp://shop.example/',
  'android://c2FtcGxl@com.example.bank/',
  'shop.example/login',
  '//shop.example/',
  'https:shop.example',
  'https:///shop.example',
  'https://bank.example@evil.example/',
  'https://user:secret@evil.example/',
  String.raw`https://bank.example\@evil.example/`,
  'https://xn--bnk-ela.example/',
  'https://b\u00e4nk.example/',
  'https://shop.example/\u202Egpj.exe',
  ' https://shop.example/',
  'https://shop example/',
  'https://[::1',
  '',
])('a33: keeps %j as text', (text) => {
  expect(safeAddress(text)).toBeUndefined();
});
