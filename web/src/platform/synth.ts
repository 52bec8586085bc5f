// The sounds of the game, made of oscillators and noise when they are needed: no files, nothing to fetch. All are short
// and soft; none of them is of a loss.

/** What can be heard. */
export type Sound = 'button' | 'cast' | 'splash' | 'bite' | 'risk' | 'catch' | 'cashOut'

/** Where and when a sound is made; `atS` is a time of the context, in seconds. */
interface Place {
  readonly context: BaseAudioContext
  readonly out: AudioNode
  readonly atS: number
}

interface Tone {
  readonly type: OscillatorType
  readonly fromHz: number
  readonly toHz?: number
  readonly lengthS: number
  readonly level: number
  readonly afterS?: number
}

interface Hiss {
  readonly fromHz: number
  readonly toHz: number
  readonly lengthS: number
  readonly level: number
}

const recipes: Readonly<Record<Sound, { readonly tones?: readonly Tone[]; readonly hiss?: Hiss }>> = {
  button: { tones: [{ type: 'triangle', fromHz: 620, toHz: 440, lengthS: 0.05, level: 0.12 }] },
  cast: { hiss: { fromHz: 500, toHz: 2_200, lengthS: 0.3, level: 0.22 } },
  splash: {
    hiss: { fromHz: 1_400, toHz: 260, lengthS: 0.5, level: 0.3 },
    tones: [
      { type: 'sine', fromHz: 280, toHz: 620, lengthS: 0.12, level: 0.12, afterS: 0.12 },
      { type: 'sine', fromHz: 340, toHz: 760, lengthS: 0.1, level: 0.08, afterS: 0.24 },
    ],
  },
  bite: {
    tones: [
      { type: 'sine', fromHz: 240, toHz: 150, lengthS: 0.1, level: 0.3 },
      { type: 'sine', fromHz: 260, toHz: 150, lengthS: 0.12, level: 0.3, afterS: 0.13 },
    ],
  },
  risk: {
    tones: [
      { type: 'triangle', fromHz: 208, lengthS: 0.22, level: 0.16 },
      { type: 'triangle', fromHz: 196, lengthS: 0.3, level: 0.16, afterS: 0.24 },
    ],
  },
  catch: {
    tones: [
      { type: 'sine', fromHz: 523, lengthS: 0.16, level: 0.18 },
      { type: 'sine', fromHz: 784, lengthS: 0.26, level: 0.16, afterS: 0.09 },
    ],
  },
  cashOut: {
    tones: [523, 659, 784, 1_047].map((fromHz, index) => ({
      type: 'sine',
      fromHz,
      lengthS: 0.4,
      level: 0.15,
      afterS: index * 0.09,
    })),
  },
}

/** Makes one sound; its nodes end by themselves. */
export function make(name: Sound, place: Place): void {
  const { tones = [], hiss } = recipes[name]
  for (const tone of tones) sing(tone, place)
  if (hiss) rush(hiss, place)
}

function sing({ type, fromHz, toHz = fromHz, lengthS, level, afterS = 0 }: Tone, place: Place): void {
  const { context, out } = place
  const atS = place.atS + afterS
  const voice = context.createOscillator()
  voice.type = type
  voice.frequency.setValueAtTime(fromHz, atS)
  voice.frequency.exponentialRampToValueAtTime(toHz, atS + lengthS)
  voice.connect(envelope(context, out, level, atS, lengthS))
  voice.start(atS)
  voice.stop(atS + lengthS)
}

/** Noise through a filter that moves: wind and water. */
function rush({ fromHz, toHz, lengthS, level }: Hiss, { context, out, atS }: Place): void {
  const source = context.createBufferSource()
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * lengthS), context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1
  source.buffer = buffer
  const filter = context.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.setValueAtTime(fromHz, atS)
  filter.frequency.exponentialRampToValueAtTime(toHz, atS + lengthS)
  source.connect(filter)
  filter.connect(envelope(context, out, level, atS, lengthS))
  source.start(atS)
}

/** Rises at once and fades, so that nothing clicks. */
function envelope(
  context: BaseAudioContext,
  out: AudioNode,
  level: number,
  atS: number,
  lengthS: number,
): GainNode {
  const gain = context.createGain()
  gain.gain.setValueAtTime(0.0001, atS)
  gain.gain.exponentialRampToValueAtTime(level, atS + Math.min(0.02, lengthS / 4))
  gain.gain.exponentialRampToValueAtTime(0.0001, atS + lengthS)
  gain.connect(out)
  return gain
}
