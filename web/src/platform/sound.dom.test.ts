// When a sound is made and when not; what it is like is for the ear.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSound, sound, startSound } from './sound.ts'

/** Every node counts how often anything was started. */
class FakeContext {
  static made = 0
  static started = 0
  state = 'suspended'
  currentTime = 0
  sampleRate = 8_000
  destination = {}
  constructor() {
    FakeContext.made++
  }
  private node() {
    const parameter = {
      value: 0,
      setValueAtTime: () => undefined,
      exponentialRampToValueAtTime: () => undefined,
    }
    return {
      gain: parameter,
      frequency: parameter,
      connect: () => undefined,
      stop: () => undefined,
      start: () => FakeContext.started++,
    }
  }
  createGain = () => this.node()
  createOscillator = () => this.node()
  createBiquadFilter = () => this.node()
  createBufferSource = () => this.node()
  createBuffer = (_channels: number, length: number) => ({ getChannelData: () => new Float32Array(length) })
  resume = async () => void (this.state = 'running')
  suspend = async () => void (this.state = 'suspended')
  close = async () => undefined
}

let end = () => {}
const heard = (name: Parameters<typeof sound>[0]) => {
  const before = FakeContext.started
  sound(name)
  return FakeContext.started - before
}
const look = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  FakeContext.made = 0
  vi.stubGlobal('AudioContext', FakeContext)
  setSound({ on: true, volume: 60 })
  end = startSound()
})
afterEach(() => {
  end()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('before the first tap nothing is made, after it everything can be heard', () => {
  expect(heard('catch')).toBe(0)
  expect(FakeContext.made).toBe(0)
  document.body.click()
  for (const name of ['button', 'cast', 'splash', 'bite', 'risk', 'catch', 'cashOut'] as const)
    expect(heard(name), name).toBeGreaterThan(0)
  document.body.click()
  expect(FakeContext.made).toBe(1)
})

test('a tap on a control is heard, one beside it is not', () => {
  document.body.innerHTML = '<button><i></i></button><p></p>'
  document.querySelector('p')?.click()
  const before = FakeContext.started
  document.querySelector('p')?.click()
  expect(FakeContext.started).toBe(before)
  document.querySelector('i')?.click()
  expect(FakeContext.started).toBeGreaterThan(before)
})

test('switched off nothing is heard, switched on again it is', () => {
  document.body.click()
  setSound({ on: false, volume: 60 })
  expect(heard('catch')).toBe(0)
  setSound({ on: true, volume: 60 })
  expect(heard('catch')).toBeGreaterThan(0)
})

test('nothing is heard while the product is hidden', () => {
  document.body.click()
  look(true)
  expect(heard('cashOut')).toBe(0)
  look(false)
  expect(heard('cashOut')).toBeGreaterThan(0)
})
