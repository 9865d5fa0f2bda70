/** Edge of the uploaded picture in pixels, as on the server. */
const EDGE = 256;
const JPEG_QUALITY = 0.9;

/**
 * Crop a picture to its central square and scale it down, so that photos of any size can be uploaded.
 *
 * @returns the picture as Base64, without the `data:` prefix.
 * @throws if the browser can't decode the file.
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
