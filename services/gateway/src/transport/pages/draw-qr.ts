import QRCode from 'qrcode';
import { boundedCache } from '../../limits/bounded-cache.ts';

/** Error correction M and a quiet zone of four modules, as Pix codes are drawn. */
const DRAWING = { errorCorrectionLevel: 'M', margin: 4 } as const;
/** Of a few kilobytes each. */
const IMAGES_MAX = 1_000;

/** Keeps images in this process, by their code: a shared cache could redirect payments. */
export function qrDrawer() {
  const images = boundedCache<Buffer>(IMAGES_MAX);
  return async (text: string, format: 'png' | 'svg'): Promise<Buffer> => {
    const name = `${format} ${text}`;
    const image = images.get(name) ?? (await draw(text, format));
    images.set(name, image);
    return image;
  };
}

async function draw(text: string, format: 'png' | 'svg'): Promise<Buffer> {
  if (format === 'png') return QRCode.toBuffer(text, { ...DRAWING, scale: 8, type: 'png' });
  return Buffer.from(await QRCode.toString(text, { ...DRAWING, type: 'svg' }));
}
