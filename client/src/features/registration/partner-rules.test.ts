import '@/i18n';
import { companyLink, companySize } from './partner-rules';

const SIZE = 'Enter a whole number';
const LINK = 'Enter a web address, such as https://www.example.com';

describe('the rules of the partner application', () => {
  // spec: S5.7
  it.each([
    ['', 'Field is Required'],
    ['0', SIZE],
    ['-3', SIZE],
    ['2.5', SIZE],
    ['1e3', SIZE],
    ['many', SIZE],
    ['10000001', SIZE],
    ['1', true],
    ['10000000', true],
  ])('company size %j', (value, verdict) => expect(companySize(value)).toBe(verdict));

  // spec: S5.7
  it.each([
    ['', 'Field is Required'],
    ['acme', LINK],
    ['www.acme.test', LINK],
    ['javascript:alert(1)', LINK],
    ['ftp://acme.test', LINK],
    ['https://user:word@acme.test', LINK],
    ['https://', LINK],
    ['http://acme.test', true],
    [' https://www.acme.test/about?us=1 ', true],
  ])('company website %j', (value, verdict) => expect(companyLink(value)).toBe(verdict));
});
