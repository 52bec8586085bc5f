import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { followSenses } from './senses.ts'
import { show, signedInStore } from '../testing/render.tsx'
import { SensesPanel } from '../features/senses/SensesPanel.tsx'

const wishes = vi.hoisted(() => ({ sound: [] as unknown[], haptics: [] as unknown[] }))
vi.mock('../platform/sound.ts', () => ({
  sound: () => undefined,
  startSound: () => () => undefined,
  setSound: (wish: unknown) => void wishes.sound.push(wish),
}))
vi.mock('../platform/messenger.ts', async (original) => ({
  ...(await original<object>()),
  allowHaptics: (allowed: boolean) => void wishes.haptics.push(allowed),
}))

let end = () => {}
afterEach(() => end())

test('each switch holds at once and is remembered on the device', async () => {
  const { store } = signedInStore()
  end = followSenses(store)
  expect([wishes.sound.at(-1), wishes.haptics.at(-1)]).toEqual([{ on: true, volume: 60 }, true])
  await show(<SensesPanel />, { store, language: 'zh' })
  fireEvent.change(await screen.findByRole('slider', { name: '音量' }), { target: { value: '25' } })
  expect(wishes.sound.at(-1)).toEqual({ on: true, volume: 25 })
  await userEvent.click(screen.getByRole('switch', { name: /音效/ }))
  await userEvent.click(screen.getByRole('switch', { name: /振动/ }))
  expect([wishes.sound.at(-1), wishes.haptics.at(-1)]).toEqual([{ on: false, volume: 25 }, false])
  expect(screen.queryByRole('slider')).toBeNull()
  end()
  end = followSenses(signedInStore().store)
  expect([wishes.sound.at(-1), wishes.haptics.at(-1)]).toEqual([{ on: false, volume: 25 }, false])
})
