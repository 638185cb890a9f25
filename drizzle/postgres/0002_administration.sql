CREATE TABLE "admin_event" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"actor_id" text COLLATE "C",
	"actor_name" text COLLATE "C",
	"subject_id" text COLLATE "C" NOT NULL,
	"subject_name" text COLLATE "C" NOT NULL,
	"reason" text COLLATE "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "suspended_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "deletes_at" bigint;--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "suspended_at" bigint;--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "deletes_at" bigint;--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "deletes_with" text COLLATE "C";