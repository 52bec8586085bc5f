// Texts on the screen: the form that the count wants, the first namespace that has a key, the language in force.
import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { startTexts, switchLanguage } from './i18n.ts'
import { say, texts } from './texts.ts'
import { useTranslation } from './useTranslation.ts'

beforeAll(() => startTexts('en'))

function Casts({ count }: { count: number }) {
  const { t } = useTranslation(['dives', 'fishing'])
  return (
    <p>
      {t('result.staked', { count })} | {t('cast')} | {t('common:tabs.fish')}
    </p>
  )
}

test('a screen waits for its texts, counts, and changes with the language', async () => {
  render(
    <Suspense fallback={<i>waiting</i>}>
      <Casts count={1} />
      <Casts count={9} />
    </Suspense>,
  )
  expect(await screen.findByText('Staked, 1 cast | Cast | Fish')).toBeVisible()
  expect(screen.getByText('Staked, 9 casts | Cast | Fish')).toBeVisible()
  await act(() => switchLanguage('zh'))
  expect(screen.getAllByText(/\| 下钩 \| 捕鱼$/)).toHaveLength(2)
  await act(() => switchLanguage('en'))
})

test('a key without a text gives what was asked for instead, or is loud', () => {
  const loud = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(texts.t('no.such', { defaultValue: 'instead' })).toBe('instead')
  expect(loud).not.toHaveBeenCalled()
  expect(say(['common'], 'no.such')).toBe('no.such')
  expect(loud).toHaveBeenCalledWith('No text common:no.such in en')
})

test('a value that the call does not give stays visible', () => {
  expect(texts.t('amount.have')).toBe('You have {{amount}}')
  expect(texts.t('amount.have', { amount: '5' })).toBe('You have 5')
})

test('a file that could not be loaded is asked for again', async () => {
  const { startTexts: start } = await import('./i18n.ts')
  const calls: string[] = []
  const fails = async (language: string, namespace: string) => {
    calls.push(`${language}/${namespace}`)
    if (calls.length === 1) throw new Error('offline')
    return { key: 'here' }
  }
  await expect(texts.start('en', ['never'], fails, false)).rejects.toThrow('offline')
  await texts.start('en', ['never'], fails, false)
  expect(calls).toEqual(['en/never', 'en/never'])
  expect(say(['never'], 'key')).toBe('here')
  await start('en')
})
