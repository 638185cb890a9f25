CREATE TABLE `forge_connection` (
	`project_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`api_url` text NOT NULL,
	`repository` text NOT NULL,
	`token` text NOT NULL,
	`token_hint` text NOT NULL,
	`pictures` integer NOT NULL,
	`paused_until` integer,
	`last_written_at` integer,
	`created_at` integer NOT NULL,
	`created_by` text,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `pull_request_update` (
	`review_id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`changes` integer NOT NULL,
	`attempt` integer NOT NULL,
	`due_at` integer,
	`claimed_until` integer,
	`pull_request` integer,
	`comment_id` text,
	`comment_deleted` integer NOT NULL,
	`status` text,
	`error` text,
	`error_at` integer,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pull_request_update_due` ON `pull_request_update` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `pull_request_update_project` ON `pull_request_update` (`project_id`);