// Prints what the package "hibp" reads from a server: node hibp.js BASE_URL NAME
import { breach, breaches, dataClasses } from 'hibp';

const [baseUrl, name] = process.argv.slice(2);
const options = { baseUrl: `${baseUrl}/api/v3` };
console.log(
  JSON.stringify({
    names: (await breaches(options)).map((one) => one.Name),
    ofSite: (await breaches({ ...options, domain: 'forum.example' })).map((one) => one.Name),
    one: await breach(name, options),
    none: await breach('never-heard-of', options),
    classes: await dataClasses(options),
  }),
);
