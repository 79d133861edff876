import QRCode from 'qrcode';

/** Error correction M and a quiet zone of four modules, as Pix codes are drawn. */
const OPTIONS = { errorCorrectionLevel: 'M', margin: 4, scale: 8, type: 'png' } as const;

export function drawQr(text: string): Promise<Buffer> {
  return QRCode.toBuffer(text, OPTIONS);
}
