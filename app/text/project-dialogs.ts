import { pluralize } from '~/ui/format'
import { defineText } from './define-text'

/** The texts of the dialogs of `components/project`. */
export const text = defineText({
  newProject: {
    title: 'New project',
    description: 'Create one for each application you review.',
    submit: 'Create project',
    nameExample: 'acme-web',
  },
  newReview: {
    title: 'New review',
    description: 'A review covers one change. You or an agent can add evidence next.',
    submit: 'Create review',
  },
  chooseProject: {
    title: 'Choose a project',
    description: 'The review of these files is created in it.',
    search: 'Search projects',
    projects: 'Projects',
  },
  repository: {
    title: 'Repository',
    description: 'Agents that work on this repository send evidence to this project; those on others do not.',
    example: 'github.com/acme/shop',
    help: 'The address of its remote. Empty: the next push of an agent sets it.',
    submit: 'Save',
  },
  deleteProject: {
    title: (name: string) => `Delete “${name}”?`,
    description: "This can't be undone. Agent tokens limited to this project stop working.",
    noReviews: 'It contains no reviews.',
    contents: (reviews: number, images: number, videos: number) => {
      const files = [images > 0 && pluralize(images, 'image'), videos > 0 && pluralize(videos, 'video')]
        .filter(Boolean)
        .join(' and ')
      return (
        `This deletes ${pluralize(reviews, 'review')} with ${files || 'no evidence'}, ` +
        'including all revisions and comments.'
      )
    },
    notCounted: "Couldn't count its contents. All of its reviews, files and comments will be deleted.",
    confirmName: (name: string) => `Type “${name}” to confirm`,
    confirm: 'Delete project',
    notDeleted: "The project wasn't deleted.",
  },
})
