import { create } from 'qrcode';

/** White around the code, in modules, without which scanners do not find it. */
const QUIET_ZONE = 4;

/** A QR code as the path of an SVG, one square per dark module. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const dark = Array.from({ length: size * size }, (_, i) => i).filter((i) => modules.data[i]);
  const path = dark
    .map((i) => `M${(i % size) + QUIET_ZONE} ${Math.floor(i / size) + QUIET_ZONE}h1v1h-1z`)
    .join('');
  return { path, size: size + 2 * QUIET_ZONE };
}
