CREATE TABLE `pull_request_question` (
	`project_id` text NOT NULL,
	`pull_request` integer NOT NULL,
	`comment_id` integer NOT NULL,
	`attempt` integer NOT NULL,
	`due_at` integer,
	`claimed_until` integer,
	`error` text,
	`error_at` integer,
	PRIMARY KEY(`project_id`, `pull_request`),
	FOREIGN KEY (`project_id`) REFERENCES `forge_connection`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pull_request_question_due` ON `pull_request_question` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
ALTER TABLE `forge_connection` ADD `webhook_secret` text;