'use strict';

const path = require('node:path');
const fs = require('node:fs/promises');

/** What a token must be allowed to do for the five questions of the client. */
const PERMISSIONS = [
  'api::homepage.homepage.find',
  'api::footer.footer.find',
  'api::terms-of-use.terms-of-use.find',
  'api::privacy-policy.privacy-policy.find',
  'plugin::i18n.locales.listLocales',
];

const MEDIA_TYPES = {
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/**
 * Puts documents into Strapi and publishes them, as an editor would, and makes tokens to read them.
 *
 * `locales` are `{code, name}`, `media` the folder of the images, and `documents` holds for each type and locale
 * `{published, draft}`; a draft that is null is what was published.
 */
async function fill(strapi, { locales, media, documents }) {
  await strapi.plugin('upload').service('upload').setSettings({
    sizeOptimization: false,
    responsiveDimensions: true,
    autoOrientation: false,
  });
  await setLocales(strapi, locales);
  const images = new Images(strapi, media);
  for (const [name, versions] of Object.entries(documents)) {
    await writeDocument(strapi.documents(`api::${name}.${name}`), versions, images);
  }
  return {
    token: await makeToken(strapi, { name: 'Breachlight', type: 'custom', permissions: PERMISSIONS }),
    readOnlyToken: await makeToken(strapi, { name: 'Read-only', type: 'read-only' }),
  };
}

async function makeToken(strapi, token) {
  const description = 'Reads the content of the public site';
  const values = { kind: 'content-api', description, lifespan: null, ...token };
  const { accessKey } = await strapi.service('admin::api-token').create(values);
  return accessKey;
}

async function setLocales(strapi, locales) {
  const service = strapi.plugin('i18n').service('locales');
  for (const { code, name } of locales) {
    const known = await service.findByCode(code);
    await (known ? service.update({ id: known.id }, { name }) : service.create({ code, name }));
  }
}

async function writeDocument(type, versions, images) {
  let documentId;
  for (const [locale, { published }] of Object.entries(versions)) {
    const data = await images.inside(published);
    if (documentId === undefined) ({ documentId } = await type.create({ locale, data }));
    else await type.update({ documentId, locale, data });
    await type.publish({ documentId, locale });
  }
  for (const [locale, { draft }] of Object.entries(versions)) {
    if (draft !== null) await type.update({ documentId, locale, data: await images.inside(draft) });
  }
}

/** The images of the documents; each is uploaded once for each of its alternative texts. */
class Images {
  #strapi;
  #folder;
  #uploaded = new Map();

  constructor(strapi, folder) {
    this.#strapi = strapi;
    this.#folder = folder;
  }

  /** Returns a document with the number of an upload in the place of each image. */
  async inside(value) {
    if (Array.isArray(value)) return Promise.all(value.map((item) => this.inside(item)));
    if (value === null || typeof value !== 'object') return value;
    if ('url' in value && 'alternativeText' in value) return this.#upload(value);
    const entries = Object.entries(value).map(async ([name, inner]) => [name, await this.inside(inner)]);
    return Object.fromEntries(await Promise.all(entries));
  }

  #upload({ url, alternativeText }) {
    const key = JSON.stringify([url, alternativeText]);
    let upload = this.#uploaded.get(key);
    if (upload === undefined) {
      upload = this.#uploadOnce(path.basename(url), alternativeText);
      this.#uploaded.set(key, upload);
    }
    return upload;
  }

  async #uploadOnce(name, alternativeText) {
    const filepath = path.join(this.#folder, name);
    const { size } = await fs.stat(filepath);
    const [file] = await this.#strapi
      .plugin('upload')
      .service('upload')
      .upload({
        data: { fileInfo: { name, alternativeText } },
        files: { filepath, originalFilename: name, mimetype: MEDIA_TYPES[path.extname(name)], size },
      });
    return file.id;
  }
}

module.exports = { fill };
