/**
 * The sea by WebGL: every sprite is one or more rectangles, all of a frame in one buffer, one call for each run of
 * rectangles with the same texture.
 *
 * One texture a call is measured, not assumed: a shader that chooses among several tests them for every pixel, which
 * made frames two to four times as long under software rendering. Colours are premultiplied, so "add" is a rectangle
 * whose alpha is 0 and no state has to change between the two ways of blending.
 */
import { Sheet, walk, type Container, type Sprite } from './node.ts'
import { buildProgram, contextOf, upload } from './gl.ts'
import type { Renderer } from './renderer.ts'
import type { Texture } from './texture.ts'

/** Rectangles of one frame: some hundred sprites, and sheets of 16. A scene beyond that loses its front. */
const quadsMax = 3072
/** x, y, u, v and a colour, 4 bytes each. */
const wordsPerVertex = 5
const wordsPerQuad = wordsPerVertex * 4

/** Null when the device has no WebGL; `onGpu`: also when no GPU draws it. */
export function openWebGl(background: number, onGpu: boolean): Renderer | null {
  const canvas = document.createElement('canvas')
  const gl = contextOf(canvas, onGpu)
  return gl === null ? null : new WebGlRenderer(canvas, gl, background)
}

class WebGlRenderer implements Renderer {
  readonly name = 'webgl'
  readonly canvas: HTMLCanvasElement
  private readonly gl: WebGLRenderingContext
  private readonly background: number
  private readonly words = new ArrayBuffer(quadsMax * wordsPerQuad * 4)
  private readonly numbers = new Float32Array(this.words)
  private readonly colours = new Uint32Array(this.words)
  private readonly runs: { texture: Texture; count: number }[] = []
  private textures = new WeakMap<Texture, WebGLTexture>()
  private view: WebGLUniformLocation | null = null
  private quads = 0
  private runCount = 0
  private width = 1
  private height = 1
  private lost = false

  constructor(canvas: HTMLCanvasElement, gl: WebGLRenderingContext, background: number) {
    this.canvas = canvas
    this.gl = gl
    this.background = background
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault()
      this.lost = true
    })
    canvas.addEventListener('webglcontextrestored', () => {
      this.lost = false
      this.restore()
    })
    this.restore()
  }

  resize(width: number, height: number, sharpness: number): void {
    this.width = width
    this.height = height
    this.canvas.width = Math.round(width * sharpness)
    this.canvas.height = Math.round(height * sharpness)
  }

  prepare(texture: Texture): void {
    if (!this.lost) this.textureOf(texture)
  }

  render(still: readonly Container[], root: Container): void {
    if (this.lost) return
    const { gl } = this
    this.quads = 0
    this.runCount = 0
    for (const group of still) walk(group, this.add)
    walk(root, this.add)
    gl.viewport(0, 0, this.canvas.width, this.canvas.height)
    gl.clear(gl.COLOR_BUFFER_BIT)
    gl.uniform2f(this.view, 2 / this.width, -2 / this.height)
    gl.bufferData(gl.ARRAY_BUFFER, this.numbers.subarray(0, this.quads * wordsPerQuad), gl.STREAM_DRAW)
    let from = 0
    for (let index = 0; index < this.runCount; index += 1) {
      const run = this.runs[index]
      if (run === undefined) continue
      gl.bindTexture(gl.TEXTURE_2D, this.textureOf(run.texture))
      gl.drawElements(gl.TRIANGLES, run.count * 6, gl.UNSIGNED_SHORT, from * 12)
      from += run.count
    }
  }

  destroy(): void {
    this.canvas.remove()
    this.gl.getExtension('WEBGL_lose_context')?.loseContext()
  }

  /** Everything that a lost context takes with it. */
  private restore(): void {
    const { gl, background } = this
    this.textures = new WeakMap()
    this.view = buildProgram(gl, quadsMax)
    gl.clearColor((background >> 16) / 255, ((background >> 8) & 255) / 255, (background & 255) / 255, 1)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.disable(gl.DEPTH_TEST)
  }

  private textureOf(texture: Texture): WebGLTexture | null {
    const known = this.textures.get(texture)
    if (known !== undefined) return known
    const made = upload(this.gl, texture.source)
    this.textures.set(texture, made)
    return made
  }

  private readonly add = (sprite: Sprite): void => {
    if (sprite instanceof Sheet) this.addSheet(sprite)
    else this.addRectangle(sprite)
  }

  private addRectangle(sprite: Sprite): void {
    const { texture, anchor } = sprite
    if (!this.hasRoom(texture)) return
    const [left, top] = [-anchor.x * texture.width, -anchor.y * texture.height]
    const [right, bottom] = [left + texture.width, top + texture.height]
    const colour = colourOf(sprite)
    this.corner(0, sprite, left, top, 0, 0, colour)
    this.corner(1, sprite, right, top, 1, 0, colour)
    this.corner(2, sprite, right, bottom, 1, 1, colour)
    this.corner(3, sprite, left, bottom, 0, 1, colour)
    this.quads += 1
  }

  private addSheet(sheet: Sheet): void {
    const { columns, rows, texture } = sheet
    const colour = colourOf(sheet)
    for (let row = 0; row < rows - 1; row += 1) {
      for (let column = 0; column < columns - 1; column += 1) {
        if (!this.hasRoom(texture)) return
        this.knot(0, sheet, column, row, colour)
        this.knot(1, sheet, column + 1, row, colour)
        this.knot(2, sheet, column + 1, row + 1, colour)
        this.knot(3, sheet, column, row + 1, colour)
        this.quads += 1
      }
    }
  }

  /** Whether another rectangle fits; it is counted to the texture's run. */
  private hasRoom(texture: Texture): boolean {
    if (this.quads >= quadsMax) return false
    const last = this.runCount === 0 ? undefined : this.runs[this.runCount - 1]
    if (last?.texture === texture) last.count += 1
    else this.begin(texture)
    return true
  }

  private begin(texture: Texture): void {
    const run = this.runs[this.runCount]
    if (run === undefined) this.runs.push({ texture, count: 1 })
    else {
      run.texture = texture
      run.count = 1
    }
    this.runCount += 1
  }

  private knot(corner: number, sheet: Sheet, column: number, row: number, colour: number): void {
    const { points, columns, rows } = sheet
    const at = (row * columns + column) * 2
    this.corner(
      corner,
      sheet,
      points[at] ?? 0,
      points[at + 1] ?? 0,
      column / (columns - 1),
      row / (rows - 1),
      colour,
    )
  }

  private corner(
    corner: number,
    { place }: Sprite,
    x: number,
    y: number,
    u: number,
    v: number,
    colour: number,
  ): void {
    const at = this.quads * wordsPerQuad + corner * wordsPerVertex
    this.numbers[at] = place.a * x + place.c * y + place.tx
    this.numbers[at + 1] = place.b * x + place.d * y + place.ty
    this.numbers[at + 2] = u
    this.numbers[at + 3] = v
    this.colours[at + 4] = colour
  }
}

/** Tint and strength as four bytes, red first, premultiplied; light that is added has no alpha of its own. */
function colourOf({ tint, strength, blendMode }: Sprite): number {
  const part = Math.max(0, Math.min(1, strength))
  const red = Math.round(((tint >> 16) & 255) * part)
  const green = Math.round(((tint >> 8) & 255) * part)
  const blue = Math.round((tint & 255) * part)
  const alpha = blendMode === 'add' ? 0 : Math.round(255 * part)
  return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0
}
