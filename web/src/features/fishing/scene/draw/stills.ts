/** Tells whether a picture of sprites has changed since the last frame; allocates nothing in a frame. */
import { walk, type Container, type Sprite } from './node.ts'

/** Remembers all that makes a picture of sprites. */
export class Stills {
  private readonly seen: unknown[] = []
  private at = 0
  private differs = true

  /** Finds every sprite's place, and whether any of them is another than the last time. */
  changed(root: Container): boolean {
    this.at = 0
    this.differs = false
    walk(root, this.note)
    const isSame = !this.differs && this.at === this.seen.length
    this.seen.length = this.at
    return !isSame
  }

  private readonly note = ({ texture, tint, blendMode, strength, place }: Sprite): void => {
    this.compare(texture)
    this.compare(tint)
    this.compare(blendMode)
    this.compare(strength)
    this.compare(place.a)
    this.compare(place.b)
    this.compare(place.c)
    this.compare(place.d)
    this.compare(place.tx)
    this.compare(place.ty)
  }

  private compare(value: unknown): void {
    if (this.seen[this.at] !== value) {
      this.seen[this.at] = value
      this.differs = true
    }
    this.at += 1
  }
}
