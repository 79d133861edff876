import QRCode from 'qrcode';

/** Error correction M and a quiet zone of four modules, as Pix codes are drawn. */
const DRAWING = { errorCorrectionLevel: 'M', margin: 4 } as const;

export async function drawQr(text: string, format: 'png' | 'svg'): Promise<Buffer> {
  if (format === 'png') return QRCode.toBuffer(text, { ...DRAWING, scale: 8, type: 'png' });
  return Buffer.from(await QRCode.toString(text, { ...DRAWING, type: 'svg' }));
}
