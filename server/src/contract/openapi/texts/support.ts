import type { Texts } from './notation.ts';

const thumbnails = {
  thumbnail_large: 'Absent: no thumbnails are made.',
  thumbnail_medium: 'Absent: no thumbnails are made.',
  thumbnail_small: 'Absent: no thumbnails are made.',
};

const ticket = {
  name: 'What it is about, in one line.',
  description: 'The request, as plain text.',
  priority: 'How urgent it is; its targets follow from that. NORMAL if absent.',
  taskType: 'The kind of request. Task if absent.',
  creator: 'The email address of the requester, or the ID of the program that created the ticket.',
  watchers: 'Email addresses that get the same mails as the creator.',
  entityType: 'What kind of thing the ticket is about.',
  entityId: 'The ID of that thing.',
  organizationId: 'The organization, org_….',
  status: 'The progress of the work. The clock of the targets is stopped while it is BLOCKED or CLOSED.',
  closeTime: 'When it was closed, UTC. Absent while it is not.',
  dueTime: 'When it should be closed, UTC. Absent while the clock is stopped.',
  targets: 'What the priority allows, and what came of it.',
  commentCount: 'How many comments it has.',
  attachmentCount: 'How many attachments it has.',
  comments: 'The latest 50 comments, oldest first. Absent from lists and events.',
  attachments: 'The latest 50 attachments, oldest first. Absent from lists and events.',
};

const comment = {
  comment_text: 'What was written, as plain text.',
  visibility: 'PUBLIC: it is mailed to creator and watchers. INTERNAL: it is never mailed.',
  comment: 'The parts of the comment: its text, and the attachments that came with it.',
  creator: 'Who wrote it.',
  date: 'When it was written, UTC.',
};

/** Support tickets. */
export const supportTexts = {
  SupportTicket: {
    about: 'A request for help.',
    members: { ...ticket, assignee: 'The user assigned to it, user_…. Absent if nobody is.' },
  },
  SupportTicketInput: {
    about: 'A request for help. What the service decides is ignored.',
    members: {
      ...ticket,
      creator: 'The email address of the requester. Absent: the caller.',
      entityType: 'What kind of thing the ticket is about, with entityId.',
      entityId: 'The ID of that thing, with entityType.',
    },
  },
  ListSupportTicketsResponse: {
    about: 'Support tickets of one page.',
    members: { items: 'The tickets.', totalCount: 'The total number of tickets; 100001 if counting stopped there.' },
  },
  UpdateSupportTicketRequest: {
    about: 'Changes of a support ticket.',
    members: {
      priority: 'How urgent it is.',
      watchers: 'All watchers; they replace those before.',
      assignee: 'An active user of the organization, user_…. Kept when absent, null clears.',
      entityType: 'What kind of thing the ticket is about, with entityId. Kept when absent, null clears.',
      entityId: 'The ID of that thing, with entityType.',
    },
  },
  UpdateSupportTicketStatus: { about: 'How the work stands.', members: { status: 'The status to set.' } },
  SupportTicketTargets: {
    about: 'How long a ticket may take. Only time during which its clock runs counts.',
    members: {
      firstAnswer: 'Until somebody of the organization, other than the creator, comments publicly.',
      resolution: 'Until it is closed.',
    },
  },
  SupportTicketTarget: {
    about: 'One target of a ticket.',
    members: {
      dueTime: 'When it will be missed, UTC. Absent once it is reached, and while the clock is stopped.',
      doneTime: 'When it was reached, UTC.',
      missedTime: 'When it was missed, UTC. Absent again when more time is allowed.',
    },
  },
  SupportTicketComment: { about: 'What somebody wrote about a ticket.', members: comment },
  SupportTicketCommentInput: {
    about: 'A comment. Only comment_text is needed; what the service decides is ignored.',
    members: { ...comment, visibility: 'PUBLIC, the default, or INTERNAL, which is never mailed.' },
  },
  SupportTicketCommentPage: { about: 'Comments of one page.', members: {} },
  SupportTicketCommentDetail: {
    about: 'A part of a comment.',
    members: {
      type: 'text or attachment.',
      text: 'The text, of a part of type text.',
      attachment: 'The attachment, of a part of type attachment.',
      frame: 'Absent: comments embed no pages.',
      image: 'Absent: images are attachments.',
    },
  },
  SupportTicketFrame: {
    about: 'An embedded page.',
    members: { id: 'Its ID.', url: 'Its URL.' },
  },
  SupportTicketImage: {
    about: 'An embedded image.',
    members: {
      id: 'Its ID.',
      name: 'The name of the file.',
      title: 'Its title.',
      type: 'Its media type.',
      extension: 'The extension of the file.',
      url: 'Its URL.',
      ...thumbnails,
    },
  },
  SupportTicketUser: {
    about: 'Who wrote a comment.',
    members: {
      id: 'The user or program, user_… or app_…. Absent for people outside the organization, who wrote by mail.',
      username: 'The name; the email address if there is no other.',
      email: 'The email address. Absent for programs.',
      isSugerEmployee: 'Absent: nobody of the service comments.',
      profilePicture: 'Absent: there are no pictures.',
    },
  },
  CreateSupportTicketAttachment_request: {
    about: 'A form with one file.',
    members: { file: 'The file, of any kind, up to 25 MiB.' },
  },
  SupportTicketAttachment: {
    about: 'A file of a ticket.',
    members: {
      id: 'The ID in this service, attach_….',
      title: 'The name of the file.',
      mimetype: 'The media type, as found in the content.',
      size: 'The size in bytes.',
      url: 'Where it can be downloaded with an access token, below the address of the API.',
      date: 'When it was added, UTC.',
      ...thumbnails,
    },
  },
  SupportTicketAttachmentPage: { about: 'Attachments of one page.', members: {} },
} as const satisfies Texts;
