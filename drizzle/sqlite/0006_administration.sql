CREATE TABLE `admin_event` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text,
	`subject_id` text NOT NULL,
	`subject_name` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `user` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `deletes_at` integer;--> statement-breakpoint
ALTER TABLE `workspace` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `workspace` ADD `deletes_at` integer;--> statement-breakpoint
ALTER TABLE `workspace` ADD `deletes_with` text;