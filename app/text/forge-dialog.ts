import { defineText } from './define-text'

/** The texts of the dialog that connects a project to a repository. */
export const text = defineText({
  new: 'Connect a project',
  edit: 'Edit connection',
  about: 'Each pull request that a review names gets one comment and a commit status.',
  connect: 'Connect',
  project: 'Project',
  forge: 'Forge',
  address: 'Address',
  addressExample: 'https://git.example.com',
  repository: 'Repository',
  repositoryExample: 'owner/name',
  token: 'Token',
  tokenUnchanged: 'Unchanged',
  tokenUnchangedHint: (end: string) => `Unchanged (ends in ${end})`,
  images: 'Show images in comments',
  imagesHelp: 'Everyone who can read a pull request sees them. Pull requests from forks never get images.',
})
