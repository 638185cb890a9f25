ALTER TABLE `invitation` ADD `token_id` text;--> statement-breakpoint
ALTER TABLE `invitation` ADD `email` text;--> statement-breakpoint
ALTER TABLE `workspace` ADD `agent_invitations_by` text;