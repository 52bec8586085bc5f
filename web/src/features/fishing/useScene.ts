/**
 * The scene for React: attaches the one canvas while the screen is visible, and lets the game go on when there is
 * none.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { adoptSplash, coverSplash } from '../../ui/splash.ts'
import type { Moment, Scene, SceneTheme, SeaModel } from './scene/contract.ts'
import { loadScene, optionsOf } from './scene/load.ts'

/** What the screen needs to show and play. */
export interface SeaView {
  readonly host: RefObject<HTMLDivElement | null>
  readonly state: 'opening' | 'ready' | 'failed'
  /** Plays a moment; resolves at once when there is no picture. Never rejects. */
  readonly play: (moment: Moment) => Promise<void>
}

/**
 * Opens the scene on the first visit, but not before it is known what stands below it: a renderer that starts blocks
 * the page for a moment, and the controls can be used without it. Shows `model` whenever it changes.
 */
export function useScene(model: SeaModel, answered: boolean): SeaView {
  const host = useRef<HTMLDivElement>(null)
  const scene = useRef<Scene | null>(null)
  const [state, setState] = useState<SeaView['state']>('opening')

  useLayoutEffect(() => {
    if (host.current !== null) adoptSplash(host.current)
  }, [])

  useEffect(() => {
    const element = host.current
    let left = false
    if (element === null || !answered) return undefined
    loadScene(optionsOf(theme()))
      .then((opened) => {
        if (left) return
        scene.current = opened
        opened.setTheme(theme())
        opened.attach(element)
        coverSplash()
        setState('ready')
      })
      .catch((fault: unknown) => {
        console.error('The sea cannot be drawn on this device', fault)
        setState('failed')
      })
    const watcher = new MutationObserver(() => scene.current?.setTheme(theme()))
    watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      left = true
      watcher.disconnect()
      scene.current?.detach()
    }
  }, [answered])

  useEffect(() => {
    if (state === 'ready') scene.current?.show(model)
  }, [model, state])

  const play = useCallback(async (moment: Moment) => {
    try {
      await scene.current?.play(moment)
    } catch (fault) {
      console.error('A moment could not be played', fault)
    }
  }, [])

  return { host, state, play }
}

function theme(): SceneTheme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}
