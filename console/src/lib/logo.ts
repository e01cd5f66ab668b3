import { logoTexts as texts } from '../texts/logo.ts';

const bytesMax = 64 * 1024;
/** Twice the size at which the landing page shows it. */
const box = { width: 288, height: 96 };

const dataUrlOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error(texts.unreadableFile));
    reader.readAsDataURL(file);
  });

const isSmall = (dataUrl: string): boolean => dataUrl.length * 0.75 <= bytesMax;

/** The image in the size of a logo: a PNG or, if that is too large (a photograph), a JPEG on white. */
const shrunk = async (file: Blob): Promise<string> => {
  const image = await createImageBitmap(file).catch(() => {
    throw new Error(texts.noImage);
  });
  const scale = Math.min(1, box.width / image.width, box.height / image.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = canvas.toDataURL('image/png');
  if (isSmall(png) || !context) return png;
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', 0.8);
};

/** An image that the API accepts as a logo: unchanged if it is small enough, otherwise resized. Throws if it is not an image. */
export const logoFrom = async (file: File): Promise<string> =>
  /^image\/(png|jpeg)$/.test(file.type) && file.size <= bytesMax ? dataUrlOf(file) : shrunk(file);
