/** Edge of the uploaded picture in pixels; the server keeps the same. */
const EDGE = 256;
const JPEG_QUALITY = 0.9;

/**
 * Cuts a picture file to its middle square and makes it small before it is sent, so that a photograph of any size fits.
 *
 * @returns the picture in Base64, without the `data:` head.
 * @throws when the browser cannot read the file as a picture.
 */
export async function cropToSquare(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = EDGE;
  canvas.height = EDGE;
  const context = canvas.getContext('2d');
  if (!context || side === 0) throw new Error('no picture');
  context.drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, EDGE, EDGE);
  bitmap.close();
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png';
  return canvas.toDataURL(type, JPEG_QUALITY).split(',', 2)[1] ?? '';
}
