// Uploads invented bytes over a connection that breaks, and prints where they are and their SHA-256: node tus.js ENDPOINT TOKEN SIZE
import { createHash, randomBytes } from 'node:crypto';
import { Upload } from 'tus-js-client';

const [endpoint, token, size] = process.argv.slice(2);
const data = randomBytes(Number(size));
let tries = 0;
const upload = new Upload(data, {
  endpoint,
  headers: { Authorization: `Bearer ${token}` },
  metadata: { filename: 'leak.7z' },
  retryDelays: Array.from({ length: 40 }, () => 20),
  onShouldRetry: () => {
    tries += 1;
    return true;
  },
  onError: (error) => {
    console.error(error.message);
    process.exit(1);
  },
  onSuccess: () => {
    const sha256 = createHash('sha256').update(data).digest('hex');
    console.log(JSON.stringify({ url: upload.url, sha256, tries }));
  },
});
upload.start();
