/** A catch as a picture to share: the sea, the best fish, what it is called and what the dive won. */
import { fishArt } from './art/catalogue.ts'
import { imageAddress } from './art/ink.ts'
import { boat } from './art/props.ts'
import { waterColour } from './scene/water.ts'

/** As messengers show pictures without cutting them. */
const size = { width: 1080, height: 1080 }
/** World depth at the lower edge. */
const deepest = 1400

/** The words of a picture, in the player's language. */
export interface CatchWords {
  readonly product: string
  readonly fish: string
  readonly profit: string
}

/** A PNG; null where the device cannot paint one. */
export async function catchPicture(fish: string, words: CatchWords): Promise<File | null> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  const water = pen.createLinearGradient(0, 0, 0, size.height)
  for (const part of [0, 0.25, 0.5, 0.75, 1])
    water.addColorStop(
      part,
      `#${waterColour(part * deepest)
        .toString(16)
        .padStart(6, '0')}`,
    )
  pen.fillStyle = water
  pen.fillRect(0, 0, size.width, size.height)
  const art = fishArt(fish)
  const width = Math.min(620, (380 * art.width) / art.height)
  await draw(pen, art.svg, (size.width - width) / 2, 340, width, (width * art.height) / art.width)
  await draw(pen, boat.svg, 70, 40, 300, (300 * boat.height) / boat.width)
  pen.textAlign = 'center'
  write(pen, words.product, 96, 150, size.width * 0.64)
  write(pen, words.fish, 66, 860, size.width / 2)
  write(pen, words.profit, 92, 980, size.width / 2, '#ffe08a')
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  return blob && new File([blob], 'catch.png', { type: 'image/png' })
}

function write(
  pen: CanvasRenderingContext2D,
  text: string,
  height: number,
  y: number,
  x: number,
  colour = '#ffffff',
): void {
  pen.font = `700 ${height}px system-ui, "PingFang SC", "Noto Sans SC", sans-serif`
  pen.fillStyle = colour
  // The last argument presses a long name together instead of cutting it.
  pen.fillText(text, x, y, size.width - 80)
}

async function draw(
  pen: CanvasRenderingContext2D,
  svg: string,
  x: number,
  y: number,
  width: number,
  height: number,
): Promise<void> {
  const image = new Image()
  image.src = imageAddress(svg)
  await image.decode()
  pen.drawImage(image, x, y, width, height)
}
