'use strict';

/**
 * `node serve.js <file>` starts Strapi on the documents that it reads from the standard input (on what it holds already, if that is
 * `null`), and when it answers writes the API tokens that `fill` made to the file. In this folder there is what an operator would
 * have: the content types and the configuration.
 */

const fs = require('node:fs/promises');
const { text } = require('node:stream/consumers');
const { createStrapi } = require('@strapi/strapi');
const { fill } = require('./fill');

async function main([file]) {
  const documents = JSON.parse(await text(process.stdin));
  const strapi = await createStrapi({ appDir: __dirname, distDir: __dirname }).load();
  const tokens = documents && (await fill(strapi, documents));
  await strapi.start();
  await fs.writeFile(`${file}.part`, JSON.stringify(tokens));
  await fs.rename(`${file}.part`, file);
}

void main(process.argv.slice(2));
