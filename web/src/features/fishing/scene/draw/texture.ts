/** A picture that sprites share: a painted canvas. A renderer makes of it what it needs. */
export class Texture {
  readonly source: HTMLCanvasElement
  private static blank: Texture | null = null

  constructor(source: HTMLCanvasElement) {
    this.source = source
  }

  get width(): number {
    return this.source.width
  }

  get height(): number {
    return this.source.height
  }

  /** One white pixel, to be tinted and stretched. */
  static get white(): Texture {
    if (Texture.blank !== null) return Texture.blank
    const canvas = document.createElement('canvas')
    canvas.width = 1
    canvas.height = 1
    const pen = canvas.getContext('2d')
    if (pen === null) throw new Error('this device cannot paint')
    pen.fillStyle = '#ffffff'
    pen.fillRect(0, 0, 1, 1)
    Texture.blank = new Texture(canvas)
    return Texture.blank
  }
}
