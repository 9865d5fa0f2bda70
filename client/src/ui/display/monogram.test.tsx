import { render } from '@testing-library/react';
import { contrast } from '@/styles/contrast';
import { hueOf, Monogram } from './monogram';

/** sRGB of an OKLCH colour as #rrggbb, clipped to the gamut (CSS Color 4, sample code). */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channels = linear.map((value) => {
    const inside = Math.min(1, Math.max(0, value));
    const encoded = inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

const lettersOf = (name: string) => render(<Monogram name={name} />).container.textContent;

it('keeps 7:1 for every hue in both themes', () => {
  for (let hue = 0; hue < 360; hue += 15) {
    expect(contrast(hexOf(0.38, 0.09, hue), hexOf(0.93, 0.045, hue))).toBeGreaterThan(7);
    expect(contrast(hexOf(0.86, 0.08, hue), hexOf(0.27, 0.05, hue))).toBeGreaterThan(7);
  }
});

it('has the same colour for a name in any case', () => {
  expect(hueOf('Travel.example')).toBe(hueOf('travel.example'));
  expect(new Set(['a', 'b', 'c', 'd', 'e', 'f'].map(hueOf)).size).toBe(6);
});

it.each([
  ['Collection #1', 'C1'],
  ['login.shop.example', 'S'],
  ['Jane Doe', 'JD'],
  ['漏えい', '漏'],
  ['#', '?'],
])('draws %s as %s', (name, letters) => {
  expect(lettersOf(name)).toBe(letters);
});
