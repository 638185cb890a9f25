CREATE TABLE `access_request` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`workspace_id` text,
	`message` text,
	`created_at` integer NOT NULL,
	`declined_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspace`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_request_subject` ON `access_request` (`user_id`,`subject_id`);--> statement-breakpoint
CREATE INDEX `access_request_workspace` ON `access_request` (`workspace_id`);