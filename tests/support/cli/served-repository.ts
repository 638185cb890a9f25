import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryOn } from './cli'

/** The pages of {@link servedRepository}, with a heading. */
const pageOf = (heading: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><title>Shop</title>
<style>
  body { margin: 0; font: 16px sans-serif; background: #fff; color: #000 }
  @media (prefers-color-scheme: dark) { body { background: #000; color: #fff } }
  h1 { margin: 0; animation: enter 60s } @keyframes enter { from { opacity: 0 } }
  main { height: 2000px }
  [hidden] { display: none }
  footer { position: absolute; top: 1500px; left: 0; width: 200px; height: 100px; background: #f00 }
</style>
<main>
  <h1 data-source="src/cart.js:7:3">${heading}</h1>
  <button data-source="/src/cart.js:9:3" onclick="document.querySelector('nav').hidden = false">Menu</button>
  <nav hidden><a href="#account" data-source="../elsewhere.js:1:1">Account</a></nav>
  <form onsubmit="event.preventDefault(); console.warn('sent'); fetch('/missing?token=secret')">
    <label>Password <input name="password" type="password"></label>
    <button id="send">Send</button>
  </form>
  <footer>Imprint</footer>
  <nuxt-devtools-frame>1.3 s</nuxt-devtools-frame>
</main>
<script>history.scrollRestoration = 'manual'</script>
</html>`

/**
 * The source of the project's server. It needs an npm package, and the variable LOCALE in the `.env` file.
 */
const server = `
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { greeting } from 'greeting'
const file = path => readFileSync(new URL(path, import.meta.url), 'utf8')
const locale = file('.env').trim()
const port = process.argv[2] === 'own' ? 0 : Number(process.env.PORT)
const server = createServer((request, response) => {
  const status = /^\\/(?:$|cart|\\?)/.test(request.url) ? 200 : 404
  const page = file('page.html').replace('GREETING', greeting + ' ' + locale)
  response.writeHead(status, { 'content-type': 'text/html' }).end(page)
})
server.listen(port, '127.0.0.1', () => console.log('Local: http://127.0.0.1:' + server.address().port + '/'))
`

/**
 * Creates a repository that has a page and its server on the branch `main`. On another branch, the page is
 * changed, but not committed. Git ignores the installed package and the `.env` file. Returns the folder of
 * the repository.
 */
export async function servedRepository(): Promise<string> {
  const cwd = await repositoryOn('main')
  await write(cwd, {
    '.gitignore': 'node_modules\n.env\n',
    '.env': 'today\n',
    'package.json': JSON.stringify({ name: 'shop', type: 'module' }),
    'package-lock.json': JSON.stringify({
      name: 'shop',
      lockfileVersion: 3,
      packages: { '': { name: 'shop' } },
    }),
    'node_modules/greeting/package.json': JSON.stringify({
      name: 'greeting',
      type: 'module',
      main: 'index.js',
    }),
    'node_modules/greeting/index.js': "export const greeting = 'Welcome'\n",
    'server.mjs': server,
    'src/cart.js': '',
    'page.html': pageOf('Old cart GREETING'),
  })
  const git = async (...args: string[]) => promisify(execFile)('git', args, { cwd })
  await git('add', '--all')
  await git(
    '-c',
    'user.name=Ann',
    '-c',
    'user.email=ann@example.com',
    'commit',
    '--quiet',
    '--message',
    'Shop',
  )
  await git('checkout', '--quiet', '-b', 'feature')
  await write(cwd, { 'page.html': pageOf('New cart GREETING') })
  return cwd
}

async function write(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}
