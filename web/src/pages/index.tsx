// The main screen (route /). It only arranges: the game is a feature of its own.
import { Screen } from '../features/fishing/Screen.tsx'

/** The game; kept by the shell when the player leaves. */
export default function IndexPage() {
  return <Screen />
}
